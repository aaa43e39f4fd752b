import { render, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { GrowingMarkdown, splitBlocks, type TextBlock } from './growing-markdown.tsx'
import { InlineMarks } from './inline-marks.ts'

const text =
  '# Tone\n\nIt is **calm** [1].\n\n- one\n- two\n\n  still two\n- three\n\n| a | b |\n| --- | ---: |\n| x | 1 |\n\n```\ncode\n\nmore\n```\n\n> quoted\nlazily\n\nend'

describe('a text that grows', () => {
  test('has the same blocks at its end, wherever it was cut before', () => {
    const whole = splitBlocks(text)
    for (const step of [1, 2, 3, 7, 19]) {
      let blocks: readonly TextBlock[] = []
      for (let length = step; length < text.length + step; length += step)
        blocks = splitBlocks(text.slice(0, length), blocks)
      expect(blocks, `in steps of ${step}`).toEqual(whole)
    }
  })

  test('is read anew when it is another text', () => {
    const blocks = splitBlocks('One.\n\nTwo.\n\nThree.')
    expect(splitBlocks('Other.\n\nTwo.', blocks).map((block) => block.text)).toEqual(['Other.', 'Two.'])
    expect(splitBlocks('', blocks)).toEqual([])
  })

  test('closes what is open at its end while it grows, and only then', () => {
    const { rerender, container } = render(<GrowingMarkdown text="It is **cal" isGrowing />)
    expect(screen.getByText('cal').tagName).toBe('STRONG')
    rerender(<GrowingMarkdown text="It is **cal" isGrowing={false} />)
    expect(container.textContent).toBe('It is **cal')
  })

  test('draws tables, and numbers in brackets as what they mean', () => {
    render(
      <InlineMarks value={(number) => (number === 1 ? <button>source {number}</button> : null)}>
        <GrowingMarkdown
          text={'Known [1], unknown [2].\n\n| a | b |\n| --- | ---: |\n| x [1] | 1 |'}
          isGrowing={false}
        />
      </InlineMarks>,
    )
    expect(screen.getByText(/unknown \[2\]/)).toBeTruthy()
    const table = within(screen.getByRole('table'))
    expect(table.getByRole('columnheader', { name: 'b' })).toBeTruthy()
    expect(table.getByRole('button', { name: 'source 1' })).toBeTruthy()
  })

  test.each(['<img src=x onerror=alert(1)>', '![secret](https://evil.example/a.png?q=1)', '<script>alert(1)</script>'])(
    'loads and runs nothing of others: %s',
    (hostile) => {
      const { container } = render(<GrowingMarkdown text={`Before ${hostile} after`} isGrowing />)
      expect(container.querySelector('img, script, a, iframe')).toBeNull()
    },
  )

  test('has a figure below the block that ends at its place', () => {
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
      [...(container.firstElementChild?.children ?? [])].map((one) => one.textContent || one.getAttribute('data-at')),
    ).toEqual(['First.', '6', 'Second.', '15'])
  })
})
