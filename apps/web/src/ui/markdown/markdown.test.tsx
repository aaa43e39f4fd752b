import { render, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { Markdown } from './markdown.tsx'
import { InlineMarks } from './markdown-block.tsx'
import { GrowingMarkdown, splitBlocks, type TextBlock } from './growing-markdown.tsx'

const renderMarkdown = (text: string) => render(<Markdown text={text} />).container

describe('Markdown', () => {
  test('renders emphasis, headings, lists and code', () => {
    renderMarkdown('# Foam\n\nBaristas **agree**.\n\n1. one\n2. two\n\n`latte`')
    expect(screen.getByRole('heading', { name: 'Foam', level: 3 })).toBeTruthy()
    expect(screen.getByText('agree').tagName).toBe('STRONG')
    expect(screen.getAllByRole('listitem')).toHaveLength(2)
    expect(screen.getByText('latte').tagName).toBe('CODE')
  })

  test('renders tables, and footnotes with a raised number and their text', () => {
    const container = renderMarkdown('Foam rises.[^1]\n\n| a | b |\n| - | - |\n| c | d |\n\n[^1]: 240 documents')
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
  ])('shows a tag as text: %s', (text) => {
    const container = renderMarkdown(text)
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
  ])('shows only the text of a link that is not a web address: %s', (text) => {
    renderMarkdown(text)
    expect(screen.queryByRole('link')).toBeNull()
    expect(screen.getByText('press')).toBeTruthy()
  })

  test('opens a web address in a new tab without access to this one', () => {
    renderMarkdown('[the study](https://example.org/a?b=1)')
    const link = screen.getByRole('link', { name: 'the study' })
    expect(link.getAttribute('href')).toBe('https://example.org/a?b=1')
    expect(link.getAttribute('rel')).toBe('noreferrer noopener')
  })

  test('loads no external picture and shows its description', () => {
    const container = renderMarkdown('![a cup of oat milk](https://tracker.example/a.png)')
    expect(container.querySelector('img')).toBeNull()
    expect(container.textContent).toBe('a cup of oat milk')
  })

  test.each(['1. ', 'a\n=\n', '> ', '[a](', '*a **b '])(
    'shows a text full of marks as source, because parsing it would block the tab: %j',
    (part) => {
      const text = part.repeat(20_000 / part.length).trim()
      const container = renderMarkdown(text)
      expect(container.querySelector('ol, h3, blockquote, a, em')).toBeNull()
      expect(container.textContent).toBe(text)
    },
  )
})

const text =
  '# Tone\n\nIt is **calm** [1].\n\n- one\n- two\n\n  still two\n- three\n\n| a | b |\n| --- | ---: |\n| x | 1 |\n\n```\ncode\n\nmore\n```\n\n> quoted\nlazily\n\nend'

describe('a text that grows', () => {
  test('ends with the same blocks, wherever it was split before', () => {
    const split = splitBlocks(text)
    for (const step of [1, 2, 3, 7, 19]) {
      let blocks: readonly TextBlock[] = []
      for (let length = step; length < text.length + step; length += step)
        blocks = splitBlocks(text.slice(0, length), blocks)
      expect(blocks, `in steps of ${step}`).toEqual(split)
    }
  })

  test('is parsed from scratch if it is a different text', () => {
    const blocks = splitBlocks('One.\n\nTwo.\n\nThree.')
    expect(splitBlocks('Other.\n\nTwo.', blocks).map((block) => block.text)).toEqual(['Other.', 'Two.'])
    expect(splitBlocks('', blocks)).toEqual([])
  })

  test('closes open constructs at its end only while it grows', () => {
    const { rerender, container } = render(<GrowingMarkdown text="It is **cal" isGrowing />)
    expect(screen.getByText('cal').tagName).toBe('STRONG')
    rerender(<GrowingMarkdown text="It is **cal" isGrowing={false} />)
    expect(container.textContent).toBe('It is **cal')
  })

  test('renders tables, and numbers in brackets as references', () => {
    render(
      <InlineMarks value={(numbers) => (numbers.includes(1) ? <button>source {numbers.join('+')}</button> : null)}>
        <GrowingMarkdown
          text={'Known [1] [3], unknown [2].\n\n| a | b |\n| --- | ---: |\n| x [1] | 1 |'}
          isGrowing={false}
        />
      </InlineMarks>,
    )
    expect(screen.getByText(/unknown \[2\]/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'source 1+3' })).toBeTruthy()
    const table = within(screen.getByRole('table'))
    expect(table.getByRole('columnheader', { name: 'b' })).toBeTruthy()
    expect(table.getByRole('button', { name: 'source 1' })).toBeTruthy()
  })

  test.each(['<img src=x onerror=alert(1)>', '![secret](https://evil.example/a.png?q=1)', '<script>alert(1)</script>'])(
    'loads and runs nothing external: %s',
    (hostile) => {
      const { container } = render(<GrowingMarkdown text={`Before ${hostile} after`} isGrowing />)
      expect(container.querySelector('img, script, a, iframe')).toBeNull()
    },
  )

  test('shows a figure below the block that ends at its position', () => {
    const { container } = render(
      <GrowingMarkdown
        text={'First.\n\nSecond.'}
        isGrowing={false}
        renderAfter={(from, to) =>
          [6, 15].filter((at) => at > from && at <= to).map((at) => <hr key={at} data-at={at} />)
        }
      />,
    )
    expect(
      [...(container.firstElementChild?.children ?? [])].map(
        (child) => child.textContent || child.getAttribute('data-at'),
      ),
    ).toEqual(['First.', '6', 'Second.', '15'])
  })
})
