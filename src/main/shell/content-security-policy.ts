/**
 * What a page of ours may load: only what was built with it. Nothing inline runs, and nothing is fetched.
 * Styles may be inline, because the dialog and menu components put a `<style>` into the page.
 */
const policy = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data: blob:",
  'font-src': "'self'",
  'connect-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'"
}

const join = (directives: Record<string, string>) =>
  Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')

/** For the page's own `<meta>`, which cannot say who may frame it. */
export const metaPolicy = join(policy)

/** For the response header. */
export const headerPolicy = join({ ...policy, 'frame-ancestors': "'none'" })

/** For `npm run dev` alone: the development server puts a script into the page and talks over a socket. */
export const developmentPolicy = (origin: string) =>
  join({
    ...policy,
    'script-src': `'self' 'unsafe-inline' ${origin}`,
    'connect-src': `${origin} ${origin.replace(/^http/, 'ws')}`
  })
