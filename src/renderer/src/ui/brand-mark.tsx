/** The repeat sign of a score: two dots before a thin and a thick line. */
export function BrandMark({ size = 16 }: { size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      aria-hidden="true"
      className="block flex-none"
      fill="currentColor"
    >
      <circle cx="3.2" cy="5.4" r="1.5" />
      <circle cx="3.2" cy="10.6" r="1.5" />
      <rect x="6.4" y="1.5" width="1.5" height="13" rx=".5" />
      <rect x="9.8" y="1.5" width="4" height="13" rx="1" />
    </svg>
  )
}
