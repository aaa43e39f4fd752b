/** How long to wait, as it is said: "45 seconds", "2 minutes"; never shorter than it is. */
export function sayWait(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? 'a second' : `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}
