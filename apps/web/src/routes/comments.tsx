import { createFileRoute } from '@tanstack/react-router'
import { CommentsPage } from '../features/comments/comments-page.tsx'
import { commentsSearchSchema } from '../lib/dialogs/comments.tsx'

export const Route = createFileRoute('/comments')({ validateSearch: commentsSearchSchema, component: CommentsPage })
