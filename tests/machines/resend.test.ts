import { describeChart } from '../support/describeChart';

describeChart('resend');
