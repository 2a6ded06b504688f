export { type Push, type ReceiveTools, receivePush } from './receive.ts';
export { type RenewTools, renewSubscriptions } from './renew.ts';
export { offerHubs, type Subscription, subscriptionsOf } from './subscriptions.ts';
export { type PushContext, startTakingPushes } from './take-push.ts';
export { type Intent, verifyIntent } from './verify.ts';
