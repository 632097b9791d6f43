/** Empty height in a table, for rows that are not in the page; nothing where there is none. */
export function SpacerRow({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null
  return (
    <tr>
      <td colSpan={columns} style={{ height }} />
    </tr>
  )
}
