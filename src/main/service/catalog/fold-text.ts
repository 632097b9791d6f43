const plain = /^[\0-\x7f]*$/

/**
 * The form in which texts are compared when case does not count. Going up first joins letters that have several lower
 * forms (ß and ss, the two small sigmas, the dotless i), and compatibility forms such as full-width letters become plain.
 */
export function foldText(text: string): string {
  if (plain.test(text)) return text.toLowerCase()
  return text.normalize('NFKC').toUpperCase().toLowerCase().replaceAll('ς', 'σ').replaceAll('i\u0307', 'i')
}

/** The words of a filter, each to be found somewhere. */
export function wordsOf(filter: string): readonly string[] {
  return foldText(filter)
    .split(/\s+/u)
    .filter((word) => word !== '')
}
