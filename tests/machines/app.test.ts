import { describeChart } from '../support/describeChart';

describeChart('app');
