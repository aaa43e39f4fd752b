import { createFileRoute } from '@tanstack/react-router'
import { UnsubscribePage } from '../../features/notifications/unsubscribe-page.tsx'

const UnsubscribeRoute = () => <UnsubscribePage token={Route.useParams().token} />

export const Route = createFileRoute('/unsubscribe/$token')({ component: UnsubscribeRoute })
