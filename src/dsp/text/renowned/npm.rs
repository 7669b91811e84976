//! What packages of npm are for: a dictionary in volumes, each a sorted table.

mod a_to_l;
mod m_to_z;
mod scoped;

use a_to_l::A_TO_L;
use m_to_z::M_TO_Z;
use scoped::SCOPED;

/// In no order of their names.
pub(super) const VOLUMES: [&[(&str, &str)]; 3] = [SCOPED, A_TO_L, M_TO_Z];
