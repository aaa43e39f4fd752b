import { getStoryResponseMock } from '@auspex/sdk/msw'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { renderApp } from '../../../test/render-app.tsx'
import { slideOfKey } from './presentation-page.tsx'

const story = getStoryResponseMock()
const last = story.cards.length + 1

describe('the presentation', () => {
  test('begins with the title and moves with arrows and Space; the address keeps the slide', async () => {
    const { user, location } = renderApp(`/stories/${story.id}/present`)
    expect(await screen.findByRole('heading', { name: 'Why oat milk wins the foam' })).toBeTruthy()
    await user.keyboard('{ArrowRight}{ArrowRight}')
    expect(await screen.findByRole('heading', { name: 'Articles and comments a day' })).toBeTruthy()
    expect(String(location().search.slide)).toBe('3')
    expect(screen.getByRole('status').textContent).toBe(`Slide 3 of ${last}: Articles and comments a day`)
    await user.keyboard(' ')
    expect(await screen.findByRole('heading', { name: 'Growth in four weeks' })).toBeTruthy()
    await user.keyboard('{Home}')
    expect(await screen.findByRole('heading', { name: 'Why oat milk wins the foam' })).toBeTruthy()
  })

  test('stands alone, and Escape leads back to the story', async () => {
    const { user, location } = renderApp(`/stories/${story.id}/present?slide=2`)
    await screen.findByText('Shoppers follow.')
    expect(screen.queryByRole('navigation')).toBeNull()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(location().pathname).toBe(`/stories/${story.id}`))
  })

  test('a slide that the story does not have is its last', async () => {
    renderApp(`/stories/${story.id}/present?slide=99`)
    expect(await screen.findByText(`${last} / ${last}`)).toBeTruthy()
  })

  test.each([
    ['ArrowRight', false, 3],
    [' ', false, 3],
    [' ', true, 1],
    ['PageUp', false, 1],
    ['End', false, 9],
    ['x', false, undefined],
  ])('"%s" (with Shift: %s) leads from the second slide to %s', (key, shiftKey, slide) => {
    expect(slideOfKey({ key, shiftKey }, 2, 9)).toBe(slide)
  })
})
