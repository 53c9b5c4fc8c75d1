import { describeChart } from '../support/describeChart';

describeChart('logs');
