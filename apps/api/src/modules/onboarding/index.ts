export {
  createOnboardingOperations,
  type OnboardingDependencies,
  type OnboardingOperations,
} from './onboarding.operations.ts'
