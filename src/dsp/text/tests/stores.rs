//! What is told of stores, their reducers, and of what is made by functions of the file.

use super::symbols;

#[test]
fn stores_are_told_by_what_they_keep_and_do() {
    let source = "import { create } from 'zustand'; import { persist } from 'zustand/middleware'
        export const useChat = create<Chat>()((set, get) => ({ draft: '', send: (text) => set({ draft: text }) }))
        export const useBear = create<Bear>()(persist((set) => ({ bears: 0, add: (by) => set({ bears: by }) }), { name: 'bear' }))
        export const rows = wrap(select(map((row) => ({ id: row.id }))))
        export const pick = make((one, other) => ({ one, other }))";
    assert_eq!(
        symbols("src/stores.ts", source)[..4],
        [
            "useChat: Zustand store of chat: with `draft`, `send: calls set`",
            "useBear: Zustand store of bear: with `bears: 0`, `add: calls set`",
            "rows: Rows (stores): made with `wrap`",
            "pick: Pick (stores): made with `make` that takes `one`, `other`; gives an object with `one`, `other`",
        ]
    );
}

#[test]
fn reducers_of_the_file_are_told_of_their_actions() {
    let source = "import { createSlice } from '@reduxjs/toolkit'
        function begin(state) { state.status = 'loading' }
        export function finish(state, { payload }) { state.status = 'completed'; state.user = payload; log.status = 1 }
        const grow = (state) => { if (state.list) { state.list.push(1) } delete state.error }
        const slice = createSlice({ name: 'user', initialState, reducers: { load: begin, loaded: finish, gone: unknown, more: { reducer: grow, prepare } },
            extraReducers: (builder) => { builder.addCase(fetchUser.fulfilled, finish) } })
        export const { load, loaded, gone, more } = slice.actions
        export default slice.reducer";
    let told = symbols("src/slice.ts", source);
    for expected in [
        "load: Action creator of `slice`: load, which changes `state.status`",
        "loaded: Action creator of `slice`: loaded, which changes `state.status`, `state.user`",
        "gone: Action creator of `slice`: gone",
        "more: Action creator of `slice`: more, which changes `state.list`, `state.error`",
        "default: Reducer of `slice`, which is changed by `load`, `loaded`, `gone`, `more`; follows the course of `fetchUser` (changes `status`, `user`)",
    ] {
        assert!(told.iter().any(|it| it == expected), "{told:?}");
    }
}

#[test]
fn what_is_bound_does_what_the_function_does() {
    let source =
        "export function send(method, uri) { return fetch(`/api/${uri}`, { method }).then(it => it.json()) }
        export const get = send.bind(null, 'get')
        function late() { throw new Error('Not today, thank you') }
        export const never = late.bind(null)
        export const sent = send.bind(null)('get')
        export const names = join(a.name, b.name, c.name, d.name)
        export const three = join(a.name, b.name, c.name)";
    assert_eq!(
        symbols("src/api.js", source)[1..],
        [
            "get: Get (API): made with `send.bind` (which requests `/api/${uri}`) from `null`, `'get'`",
            "never: Never (API): made with `late.bind` (which throws 'Not today, thank you') from `null`",
            "sent: Sent (API): made with `send.bind` from `null`, `'get'`",
            "names: Names (API): made with `join` from `a.name`, `b.name`, `c.name`, …",
            "three: Three (API): made with `join` from `a.name`, `b.name`, `c.name`",
        ]
    );
}
