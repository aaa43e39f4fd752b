const inlinedProperties = [
  'fill',
  'stroke',
  'stroke-width',
  'opacity',
  'font-size',
  'font-weight',
  'text-anchor',
  'stroke-linejoin',
  'stroke-linecap',
  'paint-order',
] as const
const padding = 20
const titleHeight = 86

export interface PngText {
  readonly title: string
  readonly subtitle: string
  readonly legend: readonly { readonly label: string; readonly color: string }[]
}

/**
 * Draws a chart as PNG at twice its size, with title, subtitle and legend, so that it can stand alone on a slide. The picture
 * goes through a data: URL, so the page's content security policy needs `img-src data:`.
 */
export const exportPng = async (svg: SVGSVGElement, text: PngText): Promise<Blob> => {
  const { width, height } = svg.getBoundingClientRect()
  const markup = new XMLSerializer().serializeToString(withStyles(svg, { width, height }))
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(markup)}`
  await image.decode()

  const canvas = document.createElement('canvas')
  canvas.width = (width + padding * 2) * 2
  canvas.height = (height + padding * 2 + titleHeight) * 2
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser cannot draw the picture')
  context.scale(2, 2)
  context.fillStyle = toPlainColor('var(--surface)')
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = toPlainColor('var(--ink)')
  context.font = `600 17px ${getComputedStyle(document.body).fontFamily}`
  context.fillText(text.title, padding, padding + 16)
  context.fillStyle = toPlainColor('var(--ink-3)')
  context.font = `13px ${getComputedStyle(document.body).fontFamily}`
  context.fillText(text.subtitle, padding, padding + 38)
  drawLegend(context, text.legend)
  context.drawImage(image, padding, padding + titleHeight)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The image is empty'))), 'image/png'),
  )
}

const drawLegend = (context: CanvasRenderingContext2D, legend: PngText['legend']) => {
  const ink = context.fillStyle
  let x = padding
  for (const { label, color } of legend) {
    context.fillStyle = toPlainColor(color)
    context.fillRect(x, padding + 56, 10, 10)
    context.fillStyle = ink
    context.fillText(label, x + 16, padding + 65)
    x += 16 + context.measureText(label).width + 20
  }
}

/** A canvas does not read CSS variables. */
const toPlainColor = (color: string): string => {
  const probe = document.createElement('span')
  probe.style.color = color
  document.body.append(probe)
  const plain = getComputedStyle(probe).color
  probe.remove()
  return plain
}

/** A copy that needs no stylesheet: an image cannot see the page's CSS. */
const withStyles = (svg: SVGSVGElement, size: { width: number; height: number }): SVGSVGElement => {
  const copy = svg.cloneNode(true) as SVGSVGElement // cloneNode is typed as Node
  const originals = svg.querySelectorAll('*')
  copy.querySelectorAll('*').forEach((element, index) => {
    const original = originals[index]
    if (!original) return
    const style = getComputedStyle(original)
    for (const property of inlinedProperties) element.setAttribute(property, style.getPropertyValue(property))
    element.removeAttribute('style')
    element.removeAttribute('class')
  })
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('font-family', 'system-ui, sans-serif')
  copy.setAttribute('width', String(size.width))
  copy.setAttribute('height', String(size.height))
  return copy
}
