import { sayDay } from '@auspex/analytics'
import { html, type Markup } from './html.ts'
import { number } from './print-numbers.ts'
import type { PrintedReport } from './printed-report.ts'

const [width, height] = [860, 180]

/** Documents over time as bars, with the same numbers as a table for who cannot see them. */
export function barChart({ bars: { unit, bars }, title }: PrintedReport): Markup {
  const most = Math.max(1, ...bars.map(({ documents }) => documents ?? 0))
  const step = width / Math.max(1, bars.length)
  const drawn = bars.map(({ day, documents }, index) => {
    if (documents === null)
      return html`<rect
        x="${(index * step).toFixed(2)}"
        y="0"
        width="${step.toFixed(2)}"
        height="${height}"
        fill="var(--line)"
        opacity="0.4"
        ><title>${sayDay(day)}: not covered</title></rect
      >`
    const tall = (height * documents) / most
    const wide = Math.max(0.5, step - Math.min(2, step / 4))
    return html`<rect
      x="${(index * step).toFixed(2)}"
      y="${(height - tall).toFixed(2)}"
      width="${wide.toFixed(2)}"
      height="${tall.toFixed(2)}"
      ><title>${sayDay(day)}: ${number(documents)}</title></rect
    >`
  })
  const [first, last] = [bars[0]?.day, bars.at(-1)?.day]
  return html`<figure>
      <svg
        viewBox="0 0 ${width} ${height + 1}"
        role="img"
        aria-label="Documents about ${title}, a ${unit} a bar, at most ${number(most)}"
        fill="var(--accent-soft)"
      >
        ${drawn}
        <line x1="0" x2="${width}" y1="${height + 0.5}" y2="${height + 0.5}" stroke="var(--line)" />
      </svg>
      <figcaption>
        <span>${first === undefined ? '' : sayDay(first)}</span
        ><span
          >one ${unit} a bar, at most ${number(most)}
          documents${bars.some(({ documents }) => documents === null) ? '; grey: not covered' : ''}</span
        ><span>${last === undefined ? '' : sayDay(last)}</span>
      </figcaption>
    </figure>
    <details>
      <summary>As a table</summary>
      <div class="table">
        <table>
          <thead>
            <tr>
              <th>From</th>
              <th class="number">Documents</th>
            </tr>
          </thead>
          <tbody>
            ${bars.map(
              ({ day, documents }) =>
                html`<tr>
                  <td>${day}</td>
                  <td class="number">${documents === null ? 'not covered' : number(documents)}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
    </details>`
}

/** Tone as one bar of parts. */
export function toneBar({ tone }: PrintedReport): Markup {
  const total = tone.reduce((sum, { documents }) => sum + documents, 0)
  if (total === 0) return html`<p class="note">No document, so no tone.</p>`
  let at = 0
  const parts = tone.map(({ label, documents }) => {
    const wide = (width * documents) / total
    const part = html`<rect
      x="${at.toFixed(2)}"
      y="0"
      width="${Math.max(0, wide - 1).toFixed(2)}"
      height="18"
      rx="3"
      fill="var(--${label})"
    />`
    at += wide
    return part
  })
  const legend = tone.map(
    ({ label, documents }) =>
      html`<span style="--tone:var(--${label})"
        >${label} ${number(documents)} (${((100 * documents) / total).toFixed(0)} %)</span
      >`,
  )
  return html`<figure>
    <svg viewBox="0 0 ${width} 18" role="img" aria-label="Documents by tone">${parts}</svg>
    <div class="legend">${legend}</div>
  </figure>`
}
