/** The event by which a part of the page asks for the whole report on paper. */
export const printRequest = 'auspex:print'

/** Prints the report with all its parts, once they are there. */
export const requestPrint = (): void => {
  window.dispatchEvent(new Event(printRequest))
}
