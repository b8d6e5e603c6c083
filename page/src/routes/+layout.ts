// The page is static files: everything it shows it asks the server for.
export const ssr = false;
export const prerender = false;
