import { createFileRoute } from '@tanstack/react-router'
import { ScoreboardPage } from '../features/forecasts/scoreboard-page.tsx'

export const Route = createFileRoute('/scoreboard')({ component: ScoreboardPage })
