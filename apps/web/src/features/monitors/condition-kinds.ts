/** Rules about what registers publish: they need a condition and nothing else. */
export const conditionKinds = ['new-trials', 'trial-status', 'new-papers'] as const
