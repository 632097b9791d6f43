/** Vite takes a style sheet by its import. */
declare module '*.css'
