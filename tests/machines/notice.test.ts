import { describeChart } from '../support/describeChart';

describeChart('notice');
