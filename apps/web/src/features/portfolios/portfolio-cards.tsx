import { Button } from '@mantine/core'
import type { GroupRef, Portfolio } from '@auspex/sdk'
import { useState } from 'react'
import { formatPlural } from '../../lib/format.ts'
import { PortfolioCard } from './portfolio-card.tsx'
import classes from './portfolios-page.module.css'

/** Cards that are drawn at first, and with each press more: hundreds at once take a second. */
const roomStep = 60

interface PortfolioCardsProps {
  portfolios: readonly Portfolio[]
  groups: readonly GroupRef[]
}

/** Portfolios side by side. */
export const PortfolioCards = ({ portfolios, groups }: PortfolioCardsProps) => {
  const [room, setRoom] = useState(roomStep)
  const rest = portfolios.length - room
  return (
    <>
      <ul className={classes.cards} aria-label="Portfolios">
        {portfolios.slice(0, room).map((portfolio) => (
          <PortfolioCard key={portfolio.id} portfolio={portfolio} groups={groups} />
        ))}
      </ul>
      {rest > 0 && (
        <Button variant="default" style={{ alignSelf: 'center' }} onClick={() => setRoom(room + roomStep)}>
          Show {Math.min(rest, roomStep)} more of {formatPlural(portfolios.length, 'portfolio')}
        </Button>
      )}
    </>
  )
}
