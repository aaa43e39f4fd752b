/** Formats a wait for people: "45 seconds", "2 minutes"; rounds up. */
export function sayWait(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? 'a second' : `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}
