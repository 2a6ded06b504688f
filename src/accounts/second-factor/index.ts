export {
  beginSecondFactor,
  confirmSecondFactor,
  findSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  resetSecondFactor,
  type SecondFactor,
  type SecondFactorStart,
} from './manage.ts';
export { verifySecondFactor } from './verify.ts';
