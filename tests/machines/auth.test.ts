import { describeChart } from '../support/describeChart';

describeChart('auth');
