# What CI runs.
ready:
    .ci/run

# Accept changed golden files after reading them.
review:
    INSTA_UPDATE=always cargo test --workspace
    git diff --stat snapshots
