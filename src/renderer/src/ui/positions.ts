/** Items with their position as a key: for parts that are cut from one text and never change their order. */
export function positions<T>(
  items: readonly T[]
): { readonly key: string; readonly item: T; readonly index: number }[] {
  return items.map((item, index) => ({ key: String(index), item, index }))
}
