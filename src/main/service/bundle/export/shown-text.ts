// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const unseen = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

/** Text for people: nothing in it turns the text round or is no character at all. */
export function shownText(text: string): string {
  return text.toWellFormed().replace(unseen, '\uFFFD')
}
