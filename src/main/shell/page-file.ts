import { extname, join, normalize, sep } from 'node:path'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2'
}

export interface PageFile {
  readonly path: string
  readonly type: string
}

/** The file below `folder` that an address of ours names, or undefined for one that is not there to be served. */
export function pageFile(folder: string, url: string): PageFile | undefined {
  const base = normalize(folder)
  const path = join(base, decodeURIComponent(new URL(url).pathname))
  const type = types[extname(path)]
  return type !== undefined && path.startsWith(base + sep) ? { path, type } : undefined
}
