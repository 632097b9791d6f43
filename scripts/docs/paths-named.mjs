/** Folders and files at the top of the project; a name that starts with one of them is meant as a path of ours. */
const roots =
  /^(?:src|e2e|scripts|docs|resources|bench|test|\.ci|README\.md|CONTRIBUTING\.md|CHANGELOG\.md|LICENSE|package\.json|[\w.-]+\.config\.ts|tsconfig[\w.]*\.json|biome\.json)(?:\/|$)/

/** Placeholders (`<agent>`, `*`, `…`) stand for many paths, and are not looked up. */
const isPattern = (text) => /[<>*…{}$]|\.\.\./.test(text)

const clean = (text) =>
  text
    .replace(/[#?].*$/, '')
    .replace(/:\d+$/, '')
    .replace(/\/$/, '')

/** The paths of the project that a page of the docs names, in code marks, as the target of a link, or as a picture. */
export function pathsNamed(markdown) {
  const text = markdown.replace(/```[\s\S]*?```/g, '')
  const marked = [...text.matchAll(/`([^`\s]+)`/g)].map((match) => match[1]).filter((name) => roots.test(name))
  const linked = [...text.matchAll(/\]\(([^)\s]+)\)|\bsrc(?:set)?="([^"\s]+)"/g)]
    .map((match) => match[1] ?? match[2])
    .filter((target) => !/^(?:[a-z]+:|#)/.test(target))
  return {
    marked: [...new Set(marked.filter((name) => !isPattern(name)).map(clean))],
    linked: [...new Set(linked.map(clean))]
  }
}

/** The npm scripts that a page tells people to run. */
export function scriptsNamed(markdown) {
  const named = [...markdown.matchAll(/npm run ([\w:-]+)/g)].map((match) => match[1])
  return [...new Set(named)]
}
