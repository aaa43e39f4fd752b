/** What a caller may choose: printable, short, and harmless in a log line. As the product API has it. */
const sane = /^[A-Za-z0-9._:-]{1,100}$/

/** Takes the caller's `x-request-id`, or numbers the request when it sends none or a strange one. */
export function chooseRequestId(callerId: string | undefined, count: number): string {
  return callerId !== undefined && sane.test(callerId) ? callerId : `r-${count.toString(16).padStart(8, '0')}`
}
