import { describeChart } from '../support/describeChart';

describeChart('form');
