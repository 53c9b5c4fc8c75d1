import { describeChart } from '../support/describeChart';

describeChart('roster');
