import type { Gateway, NodeFacts } from './gateway'

/**
 * The disk as one pass over many targets looks at it: each folder, and where it really is, is asked for once. Anything but a folder is looked at
 * anew each time. Only for a pass that reads; a change that comes in between is met by the looks at the target itself when it is changed.
 */
export function rememberedFolders(gateway: Gateway): Gateway {
  const folders = new Map<string, NodeFacts>()
  const places = new Map<string, Promise<string>>()
  return {
    ...gateway,
    async lookAt(path) {
      const known = folders.get(path)
      if (known !== undefined) return known
      const node = await gateway.lookAt(path)
      if (node?.kind === 'folder') folders.set(path, node)
      return node
    },
    realPath(path) {
      const known = places.get(path) ?? gateway.realPath(path)
      places.set(path, known)
      return known
    }
  }
}
