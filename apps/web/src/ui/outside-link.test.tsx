import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { render, screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { OutsideLink, openWebAddress } from './outside-link.tsx'

describe('a link out of the product', () => {
  test('opens web addresses in a new tab without an opener', () => {
    render(<OutsideLink href="https://good.example/a">Good</OutsideLink>)
    const link = screen.getByRole('link', { name: 'Good' })
    expect(link.getAttribute('href')).toBe('https://good.example/a')
    expect(link.getAttribute('rel')).toBe('noreferrer noopener')
  })

  test.each([
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'JAVASCRIPT://x',
    'data:text/html,x',
    '//evil.example',
    '',
    null,
  ])('is plain text for %j', (href) => {
    render(<OutsideLink href={href}>Bad</OutsideLink>)
    expect(screen.getByText('Bad').textContent).toBe('Bad')
    expect(screen.queryByRole('link')).toBeNull()
  })

  test('opens only web addresses by keyboard, too', () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null)
    for (const href of ['javascript:alert(1)', null, 'https://good.example/a']) openWebAddress(href)
    expect(open.mock.calls).toEqual([['https://good.example/a', '_blank', 'noopener,noreferrer']])
    open.mockRestore()
  })

  test('is the only component for dynamic addresses: all others are literals in the code', () => {
    const root = join(import.meta.dirname, '..')
    const others = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.tsx') && !name.includes('.test.') && !name.endsWith('outside-link.tsx'))
      .filter((name) => outward.test(readFileSync(join(root, name), 'utf8')))
    // the preview of an embed shows a page of this server, whose address the code builds from its own origin
    expect(others).toEqual(['features/sharing/share-dialog.tsx'])
  })
})

/** Elements that link to or load a dynamic address; anchors within the page begin with #. */
const outward =
  /<(?:a|area|iframe|img|form|object|embed|Anchor|Image)\b[^>]*\s(?:href|src|srcSet|action|data)=\{(?!`#)|window\.open\(|dangerouslySetInnerHTML/
