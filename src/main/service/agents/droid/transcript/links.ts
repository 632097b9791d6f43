import { fieldsOf, textOf } from '../../json-fields/fields'
import type { LinkShape } from '../../lines/record-links'

/** Messages name the one that they follow. The context that droid puts in names none and follows what stands before it. */
export const links: LinkShape = {
  head: /^\{"type":"message","id":"([^"\\]{1,120})","parentId":"([^"\\]{1,120})",/,
  linkOf: (value) => {
    const fields = fieldsOf(value)
    const id = textOf(fields.id)
    return fields.type !== 'message' || id === null ? null : { id, parent: textOf(fields.parentId) ?? undefined }
  }
}
