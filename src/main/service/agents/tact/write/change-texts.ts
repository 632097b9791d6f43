import { zstdDecompressSync } from 'node:zlib'
import { changeRowTexts } from '../../foreign-sqlite/write/change-row-texts'
import { compressState, largestState } from './resume-frame'
import { tactRows } from './state-bytes'

const frame = 0xfd2fb528

/** The rows of a session with their texts changed: records, prompts, the preview, and the resume state inside its frame. */
export function changeTexts(
  content: Uint8Array,
  change: (text: string, isDocument: boolean) => string
): Promise<Uint8Array> {
  return changeRowTexts(tactRows, content, {
    change,
    async packed(value) {
      const bytes = Buffer.from(value)
      if (bytes.length < 4 || bytes.readUInt32LE(0) !== frame) return null
      const json = unpacked(bytes)
      if (json === null) return null
      const after = change(json, true)
      return after === json ? value : compressState(Buffer.from(after))
    }
  })
}

/** null for a frame that is damaged: tact does not read it either. */
function unpacked(bytes: Buffer): string | null {
  try {
    return zstdDecompressSync(bytes, { maxOutputLength: largestState }).toString('utf8')
  } catch {
    return null
  }
}
