//! Addresses: what answers them, what guards them, and what asks them.

use super::*;

#[test]
fn routes_that_are_told_in_objects_are_answered() {
    let source = "import { httpRouter } from 'acme'
        const http = httpRouter()
        http.route({ path: '/hook', method: 'POST', handler: onHook })
        http.route({ method: ['GET', 'HEAD'], path: '/all', handler: listAll })
        http.route({ path: later(), handler: never })
        export default http";
    assert_eq!(
        symbols("src/http.js", source),
        ["http: HTTP: made with `httpRouter`; answers `POST /hook` (`onHook`), `GET/HEAD /all` (`listAll`)"]
    );
}

#[test]
fn what_next_is_handed_is_told_by_its_addresses() {
    let middleware = "export { default } from 'next-auth/middleware'
        export const config = { matcher: ['/cart', '/orders', '/profile', '/admin'] }";
    assert_eq!(
        file_of("middleware.js", middleware),
        "Has what `next-auth/middleware` (authentication in Next.js) gives run before Next answers requests to `/cart`, `/orders`, `/profile`, `/admin`; \
         re-exports the default of `next-auth/middleware` (auto)"
    );
    let handler = "import NextAuth from 'next-auth'; import { options } from './options'
        const handler = NextAuth(options)
        export { handler as GET, handler as POST }";
    assert_eq!(
        symbols("app/api/auth/[...nextauth]/route.js", handler),
        [
            "handler: Answers GET and POST requests to `/api/auth/[...nextauth]` by what `NextAuth` makes: from `options`"
        ]
    );
    assert!(file_of("app/api/auth/[...nextauth]/route.js", handler).contains("exports `GET`, `POST`"));
}

#[test]
fn endpoints_of_redux_are_told_by_what_they_ask() {
    let source = "import { apiSlice } from './apiSlice'
        const USERS = '/api/users'
        export const usersApi = apiSlice.injectEndpoints({ endpoints: (builder) => ({
          login: builder.mutation({ query: (body) => ({ url: `${USERS}/auth`, method: 'POST', body }) }),
          one: builder.query({ query: (id) => `users/${id}` }),
          odd: builder.query({ queryFn: load }),
        }) })
        export const { useLoginMutation, useOneQuery } = usersApi";
    let told = symbols("src/usersApi.js", source);
    assert_eq!(
        told[0],
        "usersApi: Users API: made with `apiSlice.injectEndpoints` with `endpoints.login: POST ${USERS}/auth`, `endpoints.one: users/${id}`, `endpoints.odd`; \
         used by `useLoginMutation`, `useOneQuery`"
    );
    let file = file_of("src/usersApi.js", source);
    assert!(file.starts_with("Users API: made with "), "{file}");
    assert!(file.contains("also exports `useLoginMutation`, `useOneQuery`"), "{file}");
}
