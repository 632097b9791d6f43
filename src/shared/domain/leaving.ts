/** A session leaves soon when its agent would remove it within this many ms. */
export const leavingSoonMs = 7 * 86_400_000
