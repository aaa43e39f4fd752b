import { render, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { Markdown } from './markdown.tsx'

const draw = (text: string) => render(<Markdown text={text} />).container

describe('Markdown', () => {
  test('draws emphasis, headings, lists and code', () => {
    draw('# Foam\n\nBaristas **agree**.\n\n1. one\n2. two\n\n`latte`')
    expect(screen.getByRole('heading', { name: 'Foam', level: 3 })).toBeTruthy()
    expect(screen.getByText('agree').tagName).toBe('STRONG')
    expect(screen.getAllByRole('listitem')).toHaveLength(2)
    expect(screen.getByText('latte').tagName).toBe('CODE')
  })

  test('draws a table as one, and a footnote with its number raised and what it says', () => {
    const container = draw('Foam rises.[^1]\n\n| a | b |\n| - | - |\n| c | d |\n\n[^1]: 240 documents')
    expect(screen.getByRole('columnheader', { name: 'a' })).toBeTruthy()
    expect(screen.getByText('1', { selector: 'sup' })).toBeTruthy()
    expect(screen.getByRole('note', { name: 'Footnote 1' }).textContent).toContain('240 documents')
    expect(container.textContent).not.toContain('[^')
  })

  test.each([
    '<script>alert(1)</script>',
    'words <img src=x onerror=alert(1)> words',
    '<iframe src="https://evil.example"></iframe>',
    '<a href="javascript:alert(1)">press</a>',
    '<svg onload=alert(1)>',
  ])('shows a tag as the text that it is: %s', (text) => {
    const container = draw(text)
    expect(container.querySelector('script, img, iframe, a, svg')).toBeNull()
    expect(container.textContent).toContain('<')
  })

  test.each([
    '[press](javascript:alert(1))',
    '[press](JaVaScRiPt:alert(1))',
    '[press](data:text/html,<script>alert(1)</script>)',
    '[press](vbscript:msgbox)',
    '[press](//evil.example)',
    '[press](/stories)',
  ])('draws the words of a link that leads to no page of the web: %s', (text) => {
    draw(text)
    expect(screen.queryByRole('link')).toBeNull()
    expect(screen.getByText('press')).toBeTruthy()
  })

  test('opens a page of the web in a new tab that learns nothing of this one', () => {
    draw('[the study](https://example.org/a?b=1)')
    const link = screen.getByRole('link', { name: 'the study' })
    expect(link.getAttribute('href')).toBe('https://example.org/a?b=1')
    expect(link.getAttribute('rel')).toBe('noreferrer noopener')
  })

  test('loads no picture from elsewhere and says what it shows', () => {
    const container = draw('![a cup of oat milk](https://tracker.example/a.png)')
    expect(container.querySelector('img')).toBeNull()
    expect(container.textContent).toBe('a cup of oat milk')
  })

  test.each(['1. ', 'a\n=\n', '> ', '[a](', '*a **b '])(
    'shows a text that is full of marks as it was written, which to read would hold the tab: %j',
    (part) => {
      const text = part.repeat(20_000 / part.length).trim()
      const container = draw(text)
      expect(container.querySelector('ol, h3, blockquote, a, em')).toBeNull()
      expect(container.textContent).toBe(text)
    },
  )
})
