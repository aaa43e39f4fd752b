import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/admin/')({
  beforeLoad: () => {
    // oxlint-disable-next-line typescript/only-throw-error -- this is how the router is told
    throw redirect({ to: '/admin/organizations', search: {}, replace: true })
  },
})
