/** The event by which a part of the page requests printing the whole report. */
export const printRequest = 'auspex:print'

/** Prints the report with all its parts, once they have loaded. */
export const requestPrint = (): void => {
  window.dispatchEvent(new Event(printRequest))
}
