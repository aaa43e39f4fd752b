import textStyles from './text-styles.module.css'
/** A formatted value, or a muted "unknown": null is never shown as a number. */
export const ValueOrUnknown = <T,>({ value, format }: { value: T | null; format: (value: T) => string }) =>
  value === null ? <span className={textStyles.quiet}>unknown</span> : format(value)
