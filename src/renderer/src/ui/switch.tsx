import { Switch as Radix } from 'radix-ui'

/** On or off, at once. */
export function Switch({
  label,
  checked,
  onChange
}: {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
}) {
  return (
    <Radix.Root
      aria-label={label}
      checked={checked}
      onCheckedChange={onChange}
      className="inline-flex h-24 w-34 flex-none items-center"
    >
      <span
        className="flex h-18 w-34 items-center rounded-full border border-control-line bg-page px-2 data-[on=true]:border-accent-solid data-[on=true]:bg-accent-solid"
        data-on={checked}
      >
        <Radix.Thumb className="block size-12 rounded-full bg-control-line transition-transform duration-80 data-[state=checked]:translate-x-16 data-[state=checked]:bg-on-accent" />
      </span>
    </Radix.Root>
  )
}
