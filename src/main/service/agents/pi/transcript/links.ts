import { asName, asObject } from '../../json-access'
import type { LinkShape } from '../../lines/record-links'

/** Every record but the header has an id and names its parent (format: "Tree"). pi writes these first and without space. */
export const links: LinkShape = {
  head: /^\{"type":"[a-z_]{1,40}","id":"([^"\\]{1,80})","parentId":(?:"([^"\\]{1,80})"|null),/,
  linkOf: (value) => {
    const record = asObject(value)
    const id = asName(record.id)
    return id === null || record.type === 'session' ? null : { id, parent: asName(record.parentId) }
  }
}
