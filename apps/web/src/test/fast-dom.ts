/**
 * Faster forms of two lookups of jsdom. For each button and field that a query by role or label considers, jsdom
 * goes through the whole document to find its labels, and matches every rule of a browser's own style sheet. Returns what puts back
 * the slower form of styles; that of labels stays replaced.
 */
export const installFastLookups = (): (() => void) => {
  for (const { prototype } of [
    HTMLButtonElement,
    HTMLInputElement,
    HTMLMeterElement,
    HTMLOutputElement,
    HTMLProgressElement,
    HTMLSelectElement,
    HTMLTextAreaElement,
  ])
    Object.defineProperty(prototype, 'labels', {
      configurable: true,
      get(this: Element) {
        return labelsOf(this)
      },
    })
  // Vitest's global object is a copy of the document's window
  const view = document.defaultView ?? window
  const { getComputedStyle } = view
  const { readStyle, stop } = createStyleReader(view)
  for (const each of [view, window]) each.getComputedStyle = readStyle
  return () => {
    stop()
    for (const each of [view, window]) each.getComputedStyle = getComputedStyle
  }
}

const labelable = 'button,input:not([type=hidden]),meter,output,progress,select,textarea'

const labelsOf = (control: Element): HTMLLabelElement[] | null => {
  if (isHiddenInput(control)) return null
  const root = control.getRootNode()
  if (!(root instanceof Document || root instanceof Element)) return []
  return [...root.getElementsByTagName('label')].filter((label) => {
    const id = label.getAttribute('for')
    return id === null
      ? label.contains(control) && label.querySelector(labelable) === control
      : // of several with one id the first has the label
        id !== '' && id === control.id && (!(root instanceof Document) || root.getElementById(id) === control)
  })
}

const isHiddenInput = (element: Element): boolean =>
  element.nodeName === 'INPUT' && element.getAttribute('type')?.toLowerCase() === 'hidden'

/** Elements whose `display` in a browser's own style sheet depends on more than their name. */
const namedApart = new Set(['DETAILS', 'DIALOG', 'EMBED', 'NOSCRIPT', 'SLOT', 'SUMMARY'])

const isPlain = (element: Element): boolean =>
  !namedApart.has(element.nodeName) &&
  !element.hasAttribute('hidden') &&
  !element.hasAttribute('popover') &&
  !isHiddenInput(element)

const isStyle = (node: Node): boolean =>
  node.nodeName === 'STYLE' || (node instanceof Element && node.getElementsByTagName('style').length > 0)

/** `getComputedStyle` that knows `display` and `visibility` of most elements by their name; everything else is computed by jsdom. */
const createStyleReader = (view: Window) => {
  const compute = view.getComputedStyle.bind(view)
  const { document } = view
  const displays = new Map<string, string>()
  /** Whether a style sheet of the document hides anything, of which few tests have one; null when that is unknown. */
  let canHide: boolean | null = null
  const noteChanges = (records: readonly MutationRecord[]) => {
    const isChanged = records.some(
      ({ target, addedNodes, removedNodes }) =>
        target.nodeName === 'STYLE' ||
        target.parentNode?.nodeName === 'STYLE' ||
        [...addedNodes, ...removedNodes].some(isStyle),
    )
    if (isChanged) canHide = null
  }
  const changes = new MutationObserver(noteChanges)
  changes.observe(document, { subtree: true, childList: true, characterData: true })
  const hasOwnRules = (): boolean => {
    noteChanges(changes.takeRecords())
    return (canHide ??= [...document.getElementsByTagName('style')].some(({ textContent }) =>
      /display|visibility/.test(textContent),
    ))
  }
  const displayOf = (element: Element): string => {
    if (!isPlain(element) || element.getAttribute('style')?.includes('display') === true || hasOwnRules())
      return compute(element).display
    const display = displays.get(element.nodeName) ?? compute(element).display
    displays.set(element.nodeName, display)
    return display
  }
  const visibilityOf = (element: Element): string => {
    if (hasOwnRules()) return compute(element).visibility
    for (let each: Element | null = element; each !== null; each = each.parentElement)
      if (!isPlain(each) || each.getAttribute('style')?.includes('visibility') === true)
        return compute(element).visibility
    return 'visible'
  }
  const readStyle: typeof window.getComputedStyle = (element, pseudoElement) => {
    if (pseudoElement) return compute(element, pseudoElement)
    let computed: CSSStyleDeclaration | undefined
    const readProperty = (name: string | symbol): unknown => {
      if (name === 'display') return displayOf(element)
      if (name === 'visibility') return visibilityOf(element)
      computed ??= compute(element)
      const value: unknown = Reflect.get(computed, name)
      return typeof value === 'function' ? value.bind(computed) : value
    }
    const getPropertyValue = (name: string) => {
      if (name === 'display' || name === 'visibility') return readProperty(name)
      return (computed ??= compute(element)).getPropertyValue(name)
    }
    return new Proxy({} as CSSStyleDeclaration, {
      get: (_target, name) => (name === 'getPropertyValue' ? getPropertyValue : readProperty(name)),
    })
  }
  return { readStyle, stop: () => changes.disconnect() }
}
